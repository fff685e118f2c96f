import { listAgeWarnings } from "@fairclick/core/ip/ip-data-age";
import type { Watch } from "./watch";

export const addressListWatch: Watch = {
  name: "address_lists",
  find: async ({ listAges, now }) => {
    const ages = listAges();
    if (ages === null) return null;
    const warnings = listAgeWarnings(ages, now());
    if (warnings.length === 0) return [];
    return [
      {
        subject: "address_lists",
        title: "Address lists are missing or too old",
        detail: warnings.join(" "),
        advice: "`fairclick ip-data status` shows the lists and their last errors.",
      },
    ];
  },
};
