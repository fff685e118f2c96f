import { type LiveClick, liveClickSchema } from "@fairclick/core/clicks/live-click-schema";
import { z } from "zod";
import { api } from "../../../api/client";
import { followStream } from "../../../api/follow-stream";

const clicksSchema = z.array(liveClickSchema);

type Followers = { onClicks: (clicks: LiveClick[]) => void; onConnected: (is: boolean) => void };

/** Streams the clicks of the user's link. Returns a function that stops it. */
export function followClicks(campaignId: string, { onClicks, onConnected }: Followers): () => void {
  return followStream(api.links[":campaignId"].live.$url({ param: { campaignId } }), {
    event: "clicks",
    onEvent: (data) => onClicks(clicksSchema.parse(data)),
    onConnected,
  });
}
