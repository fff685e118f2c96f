/** RFC 4180. */
export function writeCsv(rows: string[][]): string {
  return rows.map((fields) => `${fields.map(quote).join(",")}\r\n`).join("");
}

/** Spreadsheets calculate what starts like this, and people choose the names of their campaigns. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
