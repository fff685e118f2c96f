/** @jsxImportSource hono/jsx */
import { OBJECTION_DAYS } from "@fairclick/core/clicks/appeals";
import { categoryName, clickRuleNames } from "@fairclick/core/clicks/category-names";
import type { Effect } from "@fairclick/core/clicks/policy";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import type { FC } from "hono/jsx";
import type { readPolicy } from "../clicks/policy";
import { type PageView, publicLink, rich, Sentences, Stamp, TextPage } from "./frame";

export type PublicPolicy = Awaited<ReturnType<typeof readPolicy>>;

const verdictByEffect: Record<Effect, Verdict> = {
  invalid: "invalid",
  held: "held",
  unpaid: "unpaid",
  note: "valid",
};

/** How clicks are judged, in words for somebody of sixteen. `/api/policy` has every rule in full. */
export const RulesPage: FC<{ view: PageView; policy: PublicPolicy }> = ({ view, policy }) => (
  <TextPage view={view} title={t`The rules for clicks`}>
    <p class="text-lg">
      {t`A click counts when a person who wants to see the game follows your link. These rules tell it apart from the rest, on this server right now.`}
    </p>
    <dl class="space-y-2">
      {listVerdicts().map(([verdict, meaning]) => (
        <div class="grid grid-cols-[7.5rem_1fr] items-baseline gap-3">
          <dt>
            <Stamp verdict={verdict} />
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <h2>{t`What leads to which verdict`}</h2>
    <table class="ledger">
      <thead>
        <tr>
          <th>{t`Reason`}</th>
          <th>{t`Verdict`}</th>
        </tr>
      </thead>
      <tbody>
        {listReasons(policy).map(({ category, effects, text }) => (
          <tr>
            <th scope="row" class="font-normal">
              <strong>{categoryName(category)}.</strong> {text}
            </th>
            <td>
              <span class="flex flex-wrap gap-1 max-sm:flex-col max-sm:items-end">
                {effects.map((effect) => (
                  <Stamp verdict={verdictByEffect[effect]} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p class="text-sm text-soft">
      {t`Policy ${policy.version}. Every click is kept with the version that judged it.`}{" "}
      {rich`Every rule with its numbers is in ${<a href="/api/policy">/api/policy</a>}.`}
    </p>
    <h2 id="caught">{t`What is caught, and what is not`}</h2>
    <WhatIsCaught view={view} />
    <h2>{t`Each campaign chooses its click rules`}</h2>
    <dl class="space-y-2">
      {policy.clickRules.choices.map(({ rules, meaning }) => (
        <div>
          <dt class="font-semibold">
            {clickRuleNames[rules]}
            {rules === policy.clickRules.default ? t` (the default)` : ""}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <h2>{t`How often a rule is wrong`}</h2>
    <Trials policy={policy} />
    <h2>{t`What is known of IP addresses`}</h2>
    {policy.addressData.length === 0 ? (
      <p>{t`Nothing: the lists could not be loaded yet.`}</p>
    ) : (
      <Sentences of={policy.addressData} />
    )}
    {policy.rules.some(({ category }) => category === "VPN traffic") ? null : (
      <p>{t`No list of VPNs is loaded: a click through one is judged by its network.`}</p>
    )}
    <p class="text-sm text-soft">
      {rich`Networks: ${<a href="https://db-ip.com">{t`IP Geolocation by DB-IP`}</a>}, Route Views and NRO (CC BY 4.0).`}
    </p>
  </TextPage>
);

const listVerdicts = (): readonly [Verdict, string][] => [
  ["valid", t`A real visit. It is paid.`],
  [
    "invalid",
    t`No visit by a person, or not a new one. It costs the developer nothing and pays the creator nothing.`,
  ],
  ["held", t`It looks odd. It is paid or refused when more is known, or when a person has looked.`],
  ["unpaid", t`A real visit that the campaign does not pay for.`],
];

/** What each reason means, without the numbers that only a cheat needs. */
function explain(category: string, { burstClicks, windowSeconds }: PublicPolicy): string | null {
  switch (category) {
    case "Not a visit":
      return t`An app loaded the link ahead, or made a preview of it. Nobody tapped it yet.`;
    case "Hidden embed":
      return t`Another page opened the link in a frame or as an image, where nobody saw it.`;
    case "Bot traffic":
      return t`A program followed the link: it says so, contradicts itself, or found a link that people cannot see.`;
    case "Private relay":
      return t`Real people use them, so these clicks count.`;
    case "Shared network":
      return t`Many people share the address, such as a school or a phone company. That alone is no fault.`;
    case "Anonymised traffic":
      return t`It came through Tor or an open proxy, so nobody can tell who is who.`;
    case "Data-centre traffic":
      return t`It came from a data centre, where servers are and people are not.`;
    case "VPN traffic":
      return t`A VPN hides the address: people use it, and so do farms.`;
    case "Too many clicks at once":
      return t`${burstClicks} or more clicks from one IP address or device within ${windowSeconds} seconds: none of them counts.`;
    case "Repeated click":
      return t`The same device clicked again. It counts once a day in each campaign.`;
    case "Too many clicks in a day":
      return t`Far more clicks came from one address than from others.`;
    case "Own click":
      return t`You cannot pay yourself: clicks from your own devices and address do not count.`;
    case "Outside the campaign's audience":
      return t`The campaign pays for some countries or devices only. It says so before you join.`;
    case "Campaign not paying":
      return t`The campaign had not started, was paused, or was over.`;
    case "Budget used up":
      return t`No money was left for this click. Everybody sees what is left.`;
    case "Daily limit reached":
      return t`The campaign pays for a part of its budget a day.`;
    case "Limit per creator reached":
      return t`The campaign limits what one creator can earn.`;
    default:
      return null;
  }
}

type Reason = { category: string; effects: Effect[]; text: string };

/** Groups the rules in force by reason, in the order of each group's first rule. */
export function listReasons(policy: PublicPolicy): Reason[] {
  const groups = Map.groupBy(policy.rules, ({ category }) => category);
  return [...groups].map(([category, rules]) => ({
    category,
    effects: [...new Set(rules.map(({ effect }) => effect))],
    text: explain(category, policy) ?? rules.map(({ rule }) => rule).join(" "),
  }));
}

/**
 * What `bun run bench:judge` prints about requests that no rule was written with, and `bun run
 * bench:people` about farms (docs/performance.md).
 */
const measured = { programs: 184, found: "99.5%", people: 133, farms: 200, heldFarms: 200 };

/** Says openly what the rules find, how often, and what they do not. */
const WhatIsCaught: FC<{ view: PageView }> = ({ view }) => {
  const { programs, found, people, farms, heldFarms } = measured;
  return (
    <ul class="list-disc space-y-2 pl-5">
      <li>
        {t`Programs that their requests give away. Of ${programs} recorded requests of programs that no rule was written with, ${found} are refused; of ${people} of people's browsers and apps, none.`}
      </li>
      <li>
        {t`Many clicks of one address or device. These rules can also refuse people who share an address: a creator can appeal all clicks of a day at once.`}
      </li>
      <li>
        {t`Farms on campaigns whose game reports its players: their clicks bring far fewer than those of other creators. In a simulation, the money of ${heldFarms} of ${farms} farms of 700 to 35,000 clicks waited before it could leave.`}
      </li>
      <li>
        {rich`${<strong>{t`Not caught`}</strong>}: slow clicks through many homes, on a campaign whose game reports no players. One by one they look like people's.`}
      </li>
      <li>
        {rich`That is why some withdrawals wait, as the ${<a href={publicLink(view, "/terms")}>{t`terms`}</a>} say. Meanwhile developers can object to paid clicks for ${OBJECTION_DAYS} days, and operators compare links and can take back what was not earned. What has reached a bank does not come back.`}
      </li>
    </ul>
  );
};

/** How often each rule refused a person, as the games report it. */
const Trials: FC<{ policy: PublicPolicy }> = ({ policy: { trials } }) => {
  const known = trials.rules.filter(({ percent }) => percent !== null);
  if (known.length === 0) {
    return <p>{t`Too few reports yet to say this of any rule.`}</p>;
  }
  const { fromDay, toDay } = trials;
  return (
    <>
      <p>
        {t`Games report who arrived and who came back on a later day, also for clicks that a rule refused. Programs rarely come back to play.`}
      </p>
      <ul class="list-disc space-y-2 pl-5">
        {known.map(({ category, text, accepted, soft, aboveBound }) => (
          <li>
            <strong>{categoryName(category)}.</strong> {text}{" "}
            {accepted.percent === null
              ? ""
              : t`Of the accepted clicks of the same links, ${accepted.percent}% came back.`}{" "}
            {soft ? t`If the player comes back, the click is paid where budget is left.` : ""}{" "}
            {aboveBound
              ? t`This rule refuses too many people. Operators are asked to change it.`
              : ""}
          </li>
        ))}
      </ul>
      <p class="text-sm text-soft">
        {fromDay && toDay
          ? t`Clicks from ${fromDay} to ${toDay}, in campaigns whose games report players.`
          : t`In campaigns whose games report players.`}{" "}
        {t`The range in brackets holds the true share with 95% certainty. A refused click counts as a person if its player joined the game and came back on a later day; other people who were refused are not in these figures.`}
      </p>
    </>
  );
};
