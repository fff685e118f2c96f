import { dollarsFromMicros } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { clickFee, NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
import { Button, ButtonLink } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { Count, Line, Lines, Money } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { useCampaignChanges } from "./campaign-changes";
import { AudienceField, ClickRulesField, PaysForField } from "./campaign-choices";
import { CampaignField } from "./campaign-fields";
import { campaignFields, parseLimits, parsePayoutRate, toAudience } from "./field-rules";
import {
  type CampaignProps,
  SettingsForm,
  type StoppableProps,
  useFields,
  useSettings,
} from "./settings-form";

export function BudgetAndPrice({ campaign, stopped }: StoppableProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          {rich`${<Money dollars={campaign.budgetRemaining} />} of ${<Money dollars={campaign.budget} />} is left.`}
        </p>
        {stopped || campaign.status === "AWAITING_FUNDS" ? null : (
          <ButtonLink
            to="/app/campaigns/$campaignId"
            params={{ campaignId: campaign._id }}
            search={{ dialog: "add-budget" }}
          >
            {t`Add Budget`}
          </ButtonLink>
        )}
      </div>
      {campaign.nextPrice ? (
        <AnnouncedPrice campaign={campaign} />
      ) : (
        <PriceForm campaign={campaign} />
      )}
    </>
  );
}

function AnnouncedPrice({ campaign }: CampaignProps) {
  const { withdrawPrice } = useCampaignChanges(campaign._id);
  return (
    <div className="space-y-5">
      <NextPrice campaign={campaign} />
      <Button disabled={withdrawPrice.isPending} onClick={() => withdrawPrice.mutate()}>
        {withdrawPrice.isPending ? t`Withdrawing...` : t`Keep the Old Price`}
      </Button>
    </div>
  );
}

function PriceForm({ campaign }: CampaignProps) {
  const { changePrice } = useCampaignChanges(campaign._id);
  const form = useFields({
    campaign,
    names: ["payoutRate"],
    isSaving: changePrice.isPending,
    send: ({ payoutRate }, outcome) => {
      const payoutMicros = parsePayoutRate(payoutRate);
      if (payoutMicros === null) throw new RangeError("The payout rate has not been validated");
      changePrice.mutate({ payoutPerClick: dollarsFromMicros(payoutMicros) }, outcome);
    },
  });
  const payoutMicros = parsePayoutRate(form.values.payoutRate);
  return (
    <SettingsForm form={form}>
      <CampaignField form={form} name="payoutRate" />
      {payoutMicros !== null && form.isChanged ? (
        <PriceMeaning campaign={campaign} payoutMicros={payoutMicros} />
      ) : null}
    </SettingsForm>
  );
}

/** What the new price costs, and how many clicks the rest of the budget pays for. */
function PriceMeaning({ campaign, payoutMicros }: CampaignProps & { payoutMicros: bigint }) {
  const costMicros = payoutMicros + clickFee(Math.round(campaign.feePercent * 100), payoutMicros);
  const isLower = payoutMicros < microsFromAmount(campaign.payoutPerClick);
  return (
    <Lines>
      <Line label={t`One valid click pays`}>
        <Money dollars={dollarsFromMicros(payoutMicros)} />
      </Line>
      <Line label={campaign.feePercent > 0 ? t`1,000 clicks with the fee` : t`1,000 clicks`}>
        <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
      </Line>
      <Line label={t`Clicks in what is left`}>
        <Count of={Number(microsFromAmount(campaign.budgetRemaining) / costMicros)} />
      </Line>
      <Line label={t`Begins`}>{isLower ? t`In ${NOTICE_HOURS} hours` : t`At once`}</Line>
    </Lines>
  );
}

export function Counting({ campaign }: CampaignProps) {
  const isFunded = campaign.status !== "AWAITING_FUNDS";
  const before = campaignFields(campaign);
  const paysForAll = before.countries.length + before.devices.length === 0;
  const form = useSettings({
    campaign,
    names: ["paysFor", "countries", "devices", "clickRules", "dailyCap", "creatorCap"],
    write: (values) => ({
      paysFor: values.paysFor,
      clickRules: values.clickRules,
      audience: toAudience(values),
      limits: parseLimits(values, microsFromAmount(campaign.payoutPerClick)).limits,
    }),
  });
  return (
    <SettingsForm form={form}>
      <PaysForField form={form} isFixed={isFunded && campaign.paysFor === "clicks"} />
      <h3 className="text-lg">{t`Countries and devices`}</h3>
      <p className="text-sm text-soft">
        {isFunded
          ? t`You can add countries and devices, but remove none: creators joined for the clicks that the campaign pays for.`
          : t`The countries and devices that the campaign pays for. Once it is funded you can only add to them.`}
      </p>
      {isFunded && paysForAll ? (
        <p>{t`Pays for clicks from every country and device.`}</p>
      ) : (
        <>
          <AudienceField form={form} kept={isFunded ? before : undefined} />
          <Button onClick={() => form.set({ countries: [], devices: [] })}>
            {t`Pay For Everybody`}
          </Button>
        </>
      )}
      <h3 className="text-lg">{t`Limits`}</h3>
      <CampaignField form={form} name="dailyCap" />
      <CampaignField form={form} name="creatorCap" />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t`Advanced`}</summary>
        <ClickRulesField form={form} isFixed={isFunded && campaign.clickRules !== "literal"} />
      </details>
    </SettingsForm>
  );
}
