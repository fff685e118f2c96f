import type { CampaignStatus } from "@fairclick/core/campaigns/status";
import { t } from "@fairclick/core/language/t";

export const statusLabels: Record<CampaignStatus, string> = {
  ACTIVE: t`Active`,
  SCHEDULED: t`Scheduled`,
  PAUSED: t`Paused`,
  EXHAUSTED: t`Budget used up`,
  ENDED: t`Ended`,
  DISABLED: t`Disabled`,
  AWAITING_FUNDS: t`Awaiting funds`,
  IN_REVIEW: t`Waiting for review`,
};
