/** What stands under a count of conversions: how many more there may be, or what is counted. */
export function conversionNote({ waiting, conversion }: { waiting: number; conversion: string }) {
  if (waiting === 0) return conversion;
  return waiting === 1 ? "1 waits for its click" : `${waiting} wait for their clicks`;
}
