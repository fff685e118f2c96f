import { isInAudience } from "../../campaigns/audience";
import { t } from "../../language/t";
import type { FactRule } from "../rule";

/** Countries that evidence names; the others are counted. */
const MAX_NAMED = 12;

/**
 * A click from a country or a kind of device that the campaign does not pay for. The country is that of
 * the address that reached us, the device what its user agent says; what is not known is outside.
 *
 * Who profits: the developer, who gets the visit for nothing. The audience is shown before creators
 * join, and can only grow once the campaign is funded. The click may be honest, so it is unpaid and not
 * invalid: it speaks neither against its link nor against its address.
 */
export const outsideAudience: FactRule = {
  signal: "outside_audience",
  category: "Outside the campaign's audience",
  describe: () =>
    t`A campaign can pay only for clicks from certain countries, or from phones (with tablets), computers or consoles. It lists them before you join and can add some later, but remove none. Other clicks are not paid, nor are clicks whose country or device is not known.`,
  appliesTo: "every click",
  needs: () => [],
  judge: (click, { campaign: { audience } }) => {
    if (isInAudience(audience, click)) return null;
    const { countries, devices } = audience;
    return {
      country: click.country ?? "unknown",
      device: click.deviceClass ?? "unknown",
      ...(countries ? { countries: listFirst(countries) } : {}),
      ...(devices ? { devices: devices.join(", ") } : {}),
    };
  },
};

function listFirst(countries: readonly string[]): string {
  const left = countries.length - MAX_NAMED;
  const named = countries.slice(0, MAX_NAMED).join(", ");
  return left > 0 ? `${named} and ${left} more` : named;
}
