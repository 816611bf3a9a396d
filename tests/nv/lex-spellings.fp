!!NVfp4.0# Spellings that the grammar allows and few write: blanks and comments between any two tokens, keywords, opcodes, conditions,
# components and register letters as names, a label like a variable, hexadecimal indices, all forms of numbers.
TEMP MOV,TEMP ,END, IF, EQ, x, xyzw, $, _, a$1_;INT	TEMP INT,main , i
 ; TEMP T [ 0x10 ]; PARAM PARAM [ ] = { +5 , -.5 , { + 1. , -2e0 , 0x1F } , 1.5E+1 } ;
ALIAS GT = x; ALIAS e1=GT;
EQ: ADD MOV.x,MOV,1e1;RET;
x: # the same letters as the variable
 CAL EQ (
 TR . xyzw )
 ;
RET ;
main:MOV.S INT,{2,0x0,+3};MOV.S main,-1;
MOV MOV,fragment . color . primary;MOV TEMP,MOV .
 wzyx;MOV END . rgba,-|
 TEMP
 . a |;
MOV IF, PARAM [ INT . x ];MOV EQ,+|-PARAM[INT.y+0x2].grab|;MOV xyzw, { 1 , -2. } . yxyx ; MOV $, -1.e0; MOV _, - { .5 };
ADD . CC1 . SAT . F a$1_ , IF , EQ;
MUL x (NE1),xyzw,$;MOV GT.w(GE1.x),_.x;
MOV T[0xF],x;MOV T[INT . z+0xC].xz(EQ1 . yyyy),a$1_;
CAL x;REP . S 2;CONT(FL);ADD T[15],T[0xf],e1;ENDREP;
ADD.S.NTC i,main, INT.z;I2F.S x,i;SWZ IF,T[15],-x,+1,-0,g;
MAD MOV,MOV,0.5,END;ADD MOV,MOV,IF;ADD result . color,MOV,x#END
;END# END
