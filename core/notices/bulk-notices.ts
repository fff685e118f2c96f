import { z } from "zod";
import { plural, t } from "../language/t";
import { defineNotice } from "./define-notice";

const links = z.object({
  links: z.int(),
  /** Names of the first campaigns. */
  campaigns: z.array(z.string()),
});

const openHub = () => ({ label: t`Open Creator Hub`, path: "/app/creator-hub" });

function nameCampaigns({ links: count, campaigns }: z.output<typeof links>): string {
  const names = campaigns.join(", ");
  const others = count - campaigns.length;
  if (others <= 0) return t`Campaigns: ${names}.`;
  return t`Campaigns: ${names}, and ${others} more.`;
}

/** Instead of `link.stopped` in the app and by mail; programs receive one `link.stopped` per link. */
export const linksStopped = defineNotice({
  kind: "links.stopped",
  topic: "campaigns",
  event: () => t`Several links were stopped at once`,
  recipients: () => t`the links' creator`,
  mail: "always",
  schema: links,
  text: (data) => ({
    title: plural(data.links, "# of your links was stopped", "# of your links were stopped"),
    paragraphs: [
      t`Fairclick stopped them.`,
      nameCampaigns(data),
      t`Earlier clicks are still judged and paid. Visitors can no longer use these links.`,
    ],
    action: openHub(),
  }),
});

/** Instead of `link.enabled` in the app and by mail. */
export const linksEnabled = defineNotice({
  kind: "links.enabled",
  topic: "campaigns",
  event: () => t`Several stopped links work again`,
  recipients: () => t`the links' creator`,
  mail: "optional",
  schema: links,
  text: (data) => ({
    title: plural(data.links, "# of your links works again", "# of your links work again"),
    paragraphs: [nameCampaigns(data), t`Visitors can use these links again, and clicks count.`],
    action: openHub(),
  }),
});
