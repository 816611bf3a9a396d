 !!ARBfp1.0
# Nothing stands in front of the header.
END
