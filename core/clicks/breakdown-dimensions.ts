/** Dimensions for grouping clicks. */
export const breakdownDimensions = ["country", "device", "browser", "referrer"] as const;
