/** Formats rows as CSV (RFC 4180). */
export function writeCsv(rows: string[][]): string {
  return rows.map((fields) => `${fields.map(quote).join(",")}\r\n`).join("");
}

/** Quotes text that a spreadsheet would run as a formula: campaign names are chosen by users. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
