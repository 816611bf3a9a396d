!!NVfp4.0
# No array of fragment results.
OUTPUT o[] = { result.color };
END
