import type { OwnCase } from "@fairclick/core/campaigns/cases";
import { categoryName } from "@fairclick/core/clicks/category-names";
import { plural, t } from "@fairclick/core/language/t";
import { useInfiniteQuery } from "@tanstack/react-query";
import { rich } from "../language/rich";
import { casesQuery } from "../queries/clicks";
import { Money, Receipt } from "../ui/figures";
import { formatCalendarDay, formatDay } from "../ui/format";
import { PageHeading } from "../ui/layout";
import { PagedList } from "./click-list";

/** What the user asked operators to decide, and what waits for them, with their answers. */
export function CasesPage() {
  const list = useInfiniteQuery(casesQuery);
  const cases = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <PageHeading
        title={t`Your cases`}
        lead={t`Appeals, objections and campaigns under review, with our answers. Each answer is also a notice.`}
      />
      <Receipt>
        <PagedList
          label={t`Your cases`}
          list={list}
          isEmpty={cases.length === 0}
          empty={
            <>
              <strong className="block">{t`No cases yet`}</strong>
              {t`Creators appeal on their link's page, developers object on their campaign's page.`}
            </>
          }
          words={{
            loading: t`Loading your cases`,
            failure: t`Your cases could not be loaded.`,
            more: t`Show older cases`,
          }}
        >
          {cases.map((each) => (
            <CaseLine key={each.id} shown={each} />
          ))}
        </PagedList>
      </Receipt>
    </>
  );
}

const titles: Record<OwnCase["kind"], (campaign: string) => string> = {
  appeals: (campaign) => t`Appeal about ${campaign}`,
  objections: (campaign) => t`Objection about ${campaign}`,
  reviews: (campaign) => t`Review of ${campaign}`,
};

const states: Record<OwnCase["state"], string> = {
  open: t`Not answered yet`,
  accepted: t`Accepted`,
  declined: t`Declined`,
  withdrawn: t`Withdrawn`,
};

function CaseLine({ shown }: { shown: OwnCase }) {
  const { kind, state, campaign, clicks, cost, text, gameUrl, answer, day, networks } = shown;
  return (
    <li className="space-y-1 py-2.5">
      <p className="break-words font-semibold">{titles[kind](campaign)}</p>
      <p>
        {states[state]}, {formatDay(shown.openedAt)}
        {clicks === null ? null : <>, {plural(clicks, "# click", "# clicks")}</>}
        {cost === null ? null : (
          <>
            , <Money dollars={cost} />
          </>
        )}
      </p>
      {day === null || shown.category === null ? null : (
        <p>{t`Clicks of ${formatCalendarDay(day)} (UTC): ${categoryName(shown.category)}`}</p>
      )}
      {text === "" ? null : <p className="break-words text-soft">“{text}”</p>}
      {gameUrl === null ? null : <p className="break-all text-soft">{gameUrl}</p>}
      {answer ? <p className="break-words">{t`Fairclick: ${answer}`}</p> : null}
      {networks ? <p>{t`They came from: ${networks}.`}</p> : null}
      {shown.paidClicks === null ? null : (
        <p>{plural(shown.paidClicks, "# click was paid.", "# clicks were paid.")}</p>
      )}
      {shown.reversedClicks > 0 ? (
        <p>
          {rich`${shown.reversedClicks} reversed, ${<Money dollars={shown.returned} />} returned`}
        </p>
      ) : null}
    </li>
  );
}
