import type { BreakdownResponse } from "@fairclick/core/clicks/stats";
import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";

type Dimension = BreakdownResponse["dimension"];

const devices: Readonly<Record<string, string>> = {
  phone: t`Phone`,
  tablet: t`Tablet`,
  desktop: t`Computer`,
  console: t`Console`,
  tv: t`TV`,
  other: t`Something else`,
};

/** Display name of an origin of clicks. Browsers and sites keep their own names. */
export function originName(dimension: Dimension, value: string): string {
  if (value === "unknown") return t`Unknown`;
  switch (dimension) {
    case "country":
      return countryName(value);
    case "device":
      return devices[value] ?? value;
    case "browser":
      return value;
    case "referrer":
      if (value === "direct") return t`Direct or unknown`;
      return value === "other" ? t`Other sites` : value;
  }
}
