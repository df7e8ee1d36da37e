/**
 * What `str.casefold()` makes of every code point above ASCII that it changes, in Python 3.11 (Unicode 14). Written by a
 * script that asked Python for all of them.
 */

/**
 * Those that become one other code point: its hexadecimal number and the distance to what it becomes. `c0*23+32` says
 * that from U+00C0 on 23 of them in a row move by 32; a `/` behind the count says that only every second one does.
 */
const toOne = `
  b5+775 c0*23+32 d8*7+32 100*24/+1 132*3/+1 139*8/+1 14a*23/+1 178-121 179*3/+1 17f-268 181+210
  182*2/+1 186+206 187+1 189*2+205 18b+1 18e+79 18f+202 190+203 191+1 193+205 194+207 196+211
  197+209 198+1 19c+211 19d+213 19f+214 1a0*3/+1 1a6+218 1a7+1 1a9+218 1ac+1 1ae+218 1af+1 1b1*2+217
  1b3*2/+1 1b7+219 1b8+1 1bc+1 1c4+2 1c5+1 1c7+2 1c8+1 1ca+2 1cb*9/+1 1de*9/+1 1f1+2 1f2*2/+1 1f6-97
  1f7-56 1f8*20/+1 220-130 222*9/+1 23a+10795 23b+1 23d-163 23e+10792 241+1 243-195 244+69 245+71
  246*5/+1 345+116 370*2/+1 376+1 37f+116 386+38 388*3+37 38c+64 38e*2+63 391*17+32 3a3*9+32 3c2+1
  3cf+8 3d0-30 3d1-25 3d5-15 3d6-22 3d8*12/+1 3f0-54 3f1-48 3f4-60 3f5-64 3f7+1 3f9-7 3fa+1
  3fd*3-130 400*16+80 410*32+32 460*17/+1 48a*27/+1 4c0+15 4c1*7/+1 4d0*48/+1 531*38+48 10a0*38+7264
  10c7+7264 10cd+7264 13f8*6-8 1c80-6222 1c81-6221 1c82-6212 1c83*2-6210 1c85-6211 1c86-6204
  1c87-6180 1c88+35267 1c90*43-3008 1cbd*3-3008 1e00*75/+1 1e9b-58 1ea0*48/+1 1f08*8-8 1f18*6-8
  1f28*8-8 1f38*8-8 1f48*6-8 1f59*4/-8 1f68*8-8 1fb8*2-8 1fba*2-74 1fbe-7173 1fc8*4-86 1fd8*2-8
  1fda*2-100 1fe8*2-8 1fea*2-112 1fec-7 1ff8*2-128 1ffa*2-126 2126-7517 212a-8383 212b-8262 2132+28
  2160*16+16 2183+1 24b6*26+26 2c00*48+48 2c60+1 2c62-10743 2c63-3814 2c64-10727 2c67*3/+1
  2c6d-10780 2c6e-10749 2c6f-10783 2c70-10782 2c72+1 2c75+1 2c7e*2-10815 2c80*50/+1 2ceb*2/+1 2cf2+1
  a640*23/+1 a680*14/+1 a722*7/+1 a732*31/+1 a779*2/+1 a77d-35332 a77e*5/+1 a78b+1 a78d-42280
  a790*2/+1 a796*10/+1 a7aa-42308 a7ab-42319 a7ac-42315 a7ad-42305 a7ae-42308 a7b0-42258 a7b1-42282
  a7b2-42261 a7b3+928 a7b4*8/+1 a7c4-48 a7c5-42307 a7c6-35384 a7c7*2/+1 a7d0+1 a7d6*2/+1 a7f5+1
  ab70*80-38864 ff21*26+32 10400*40+40 104b0*36+40 10570*11+39 1057c*15+39 1058c*7+39 10594*2+39
  10c80*51+64 118a0*32+32 16e40*32+32 1e900*34+34
`;

/** Those that become several. */
const toSeveral = `
  df=73+73 130=69+307 149=2bc+6e 1f0=6a+30c 390=3b9+308+301 3b0=3c5+308+301 587=565+582 1e96=68+331
  1e97=74+308 1e98=77+30a 1e99=79+30a 1e9a=61+2be 1e9e=73+73 1f50=3c5+313 1f52=3c5+313+300
  1f54=3c5+313+301 1f56=3c5+313+342 1f80=1f00+3b9 1f81=1f01+3b9 1f82=1f02+3b9 1f83=1f03+3b9
  1f84=1f04+3b9 1f85=1f05+3b9 1f86=1f06+3b9 1f87=1f07+3b9 1f88=1f00+3b9 1f89=1f01+3b9 1f8a=1f02+3b9
  1f8b=1f03+3b9 1f8c=1f04+3b9 1f8d=1f05+3b9 1f8e=1f06+3b9 1f8f=1f07+3b9 1f90=1f20+3b9 1f91=1f21+3b9
  1f92=1f22+3b9 1f93=1f23+3b9 1f94=1f24+3b9 1f95=1f25+3b9 1f96=1f26+3b9 1f97=1f27+3b9 1f98=1f20+3b9
  1f99=1f21+3b9 1f9a=1f22+3b9 1f9b=1f23+3b9 1f9c=1f24+3b9 1f9d=1f25+3b9 1f9e=1f26+3b9 1f9f=1f27+3b9
  1fa0=1f60+3b9 1fa1=1f61+3b9 1fa2=1f62+3b9 1fa3=1f63+3b9 1fa4=1f64+3b9 1fa5=1f65+3b9 1fa6=1f66+3b9
  1fa7=1f67+3b9 1fa8=1f60+3b9 1fa9=1f61+3b9 1faa=1f62+3b9 1fab=1f63+3b9 1fac=1f64+3b9 1fad=1f65+3b9
  1fae=1f66+3b9 1faf=1f67+3b9 1fb2=1f70+3b9 1fb3=3b1+3b9 1fb4=3ac+3b9 1fb6=3b1+342 1fb7=3b1+342+3b9
  1fbc=3b1+3b9 1fc2=1f74+3b9 1fc3=3b7+3b9 1fc4=3ae+3b9 1fc6=3b7+342 1fc7=3b7+342+3b9 1fcc=3b7+3b9
  1fd2=3b9+308+300 1fd3=3b9+308+301 1fd6=3b9+342 1fd7=3b9+308+342 1fe2=3c5+308+300 1fe3=3c5+308+301
  1fe4=3c1+313 1fe6=3c5+342 1fe7=3c5+308+342 1ff2=1f7c+3b9 1ff3=3c9+3b9 1ff4=3ce+3b9 1ff6=3c9+342
  1ff7=3c9+342+3b9 1ffc=3c9+3b9 fb00=66+66 fb01=66+69 fb02=66+6c fb03=66+66+69 fb04=66+66+6c
  fb05=73+74 fb06=73+74 fb13=574+576 fb14=574+565 fb15=574+56b fb16=57e+576 fb17=574+56d
`;

/** The table as a map from a character to its folding. */
export function casefoldTable(): Map<string, string> {
  const table = new Map<string, string>();
  for (const [, first, count, skips, distance] of toOne.matchAll(/([0-9a-f]+)(?:\*(\d+)(\/?))?([+-]\d+)/g)) {
    for (let index = 0; index < Number(count ?? 1); index++) {
      const code = Number.parseInt(first!, 16) + index * (skips ? 2 : 1);
      table.set(String.fromCodePoint(code), String.fromCodePoint(code + Number(distance)));
    }
  }
  for (const [, code, folded] of toSeveral.matchAll(/([0-9a-f]+)=([0-9a-f+]+)/g)) {
    const codes = folded!.split('+').map(part => Number.parseInt(part, 16));
    table.set(String.fromCodePoint(Number.parseInt(code!, 16)), String.fromCodePoint(...codes));
  }
  return table;
}
