/** Letters of 5 × 7 pixels, two hexadecimal digits per row. Drawing them needs no font. */
const letters: Record<string, string> = {
  a: "0e11111f111111",
  b: "1e11111e11111e",
  c: "0e11101010110e",
  d: "1e11111111111e",
  e: "1f10101e10101f",
  f: "1f10101e101010",
  g: "0e11101711110f",
  h: "1111111f111111",
  i: "0e04040404040e",
  j: "0702020202120c",
  k: "11121418141211",
  l: "1010101010101f",
  m: "111b1515111111",
  n: "11111915131111",
  o: "0e11111111110e",
  p: "1e11111e101010",
  q: "0e11111115120d",
  r: "1e11111e141211",
  s: "0f10100e01011e",
  t: "1f040404040404",
  u: "1111111111110e",
  v: "11111111110a04",
  w: "1111111515150a",
  x: "11110a040a1111",
  y: "1111110a040404",
  z: "1f01020408101f",
  0: "0e11131519110e",
  1: "040c040404040e",
  2: "0e11010204081f",
  3: "1f02040201110e",
  4: "02060a121f0202",
  5: "1f101e0101110e",
  6: "0608101e11110e",
  7: "1f010204080808",
  8: "0e11110e11110e",
  9: "0e11110f01020c",
};

export const LETTER_COLUMNS = 5;
export const LETTER_ROWS = 7;

/** Returns the columns and rows of a letter's pixels; none for an unknown letter. */
export function letterPixels(letter: string): { column: number; row: number }[] {
  const rows = letters[letter]?.match(/../g) ?? [];
  return rows.flatMap((bits, row) =>
    Array.from({ length: LETTER_COLUMNS }, (_, column) => ({ column, row })).filter(
      ({ column }) => (Number.parseInt(bits, 16) >> (LETTER_COLUMNS - 1 - column)) & 1,
    ),
  );
}
