import { BotDetection } from "./bot-detection";
import { HowItWorks } from "./how-it-works";
import { LinkTracking } from "./link-tracking";
import { Prices } from "./prices";
import { Problems } from "./problems";

/** What the landing page shows below its first screen. */
export function LandingSections() {
  return (
    <>
      <Problems />
      <Prices />
      <HowItWorks />
      <LinkTracking />
      <BotDetection />
    </>
  );
}
