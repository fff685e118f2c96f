import type { BreakdownResponse } from "@fairclick/core/clicks/stats-breakdown-schema";

type Dimension = BreakdownResponse["dimension"];

const countries = new Intl.DisplayNames("en", { type: "region" });
const devices: Readonly<Record<string, string>> = {
  phone: "Phone",
  tablet: "Tablet",
  desktop: "Computer",
  console: "Console",
  tv: "TV",
  other: "Something else",
};

/** Display name of an origin of clicks. Browsers and sites keep their own names. */
export function originName(dimension: Dimension, value: string): string {
  if (value === "unknown") return "Unknown";
  switch (dimension) {
    case "country":
      return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
    case "device":
      return devices[value] ?? value;
    case "browser":
      return value;
    case "referrer":
      if (value === "direct") return "Direct or unknown";
      return value === "other" ? "Other sites" : value;
  }
}
