export const outputFormats = ["table", "json", "csv"] as const;
