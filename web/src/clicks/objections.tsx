import type { OwnObjection } from "@fairclick/core/clicks/objections-schema";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { objectionsQuery } from "../queries/campaign-clicks";
import { Money } from "../ui/figures";
import { formatDay } from "../ui/format";

/** The developer's objections with their answers; nothing if there are none. */
export function Objections({ campaignId }: { campaignId: string }) {
  const { data: objections = [] } = useQuery(objectionsQuery(campaignId));
  if (objections.length === 0) return null;
  return (
    <section aria-labelledby="objections">
      <h3 id="objections" className="mb-2 font-semibold">
        {t`Your objections`}
      </h3>
      <ul className="divide-y-2 divide-rule divide-dashed">
        {objections.map((objection) => (
          <ObjectionLine key={objection.id} objection={objection} />
        ))}
      </ul>
    </section>
  );
}

type Heading = (day: string, clicks: string, cost: ReactNode) => ReactNode;

const headings: Record<OwnObjection["state"], Heading> = {
  open: (day, clicks, cost) => rich`Open, ${day}: ${clicks}, ${cost}`,
  upheld: (day, clicks, cost) => rich`Upheld, ${day}: ${clicks}, ${cost}`,
  dismissed: (day, clicks, cost) => rich`Dismissed, ${day}: ${clicks}, ${cost}`,
};

function ObjectionLine({ objection }: { objection: OwnObjection }) {
  const { state, clicks, cost, text, answer, reversedClicks, returned } = objection;
  return (
    <li className="space-y-1 py-2.5">
      <p className="font-semibold">
        {headings[state](
          formatDay(objection.objectedAt),
          plural(clicks, "# click", "# clicks"),
          <Money dollars={cost} />,
        )}
      </p>
      <p className="break-words text-soft">“{text}”</p>
      {answer ? <p className="break-words">{t`Fairclick: ${answer}`}</p> : null}
      {state === "upheld" ? (
        <p>{rich`${reversedClicks} reversed, ${<Money dollars={returned} />} returned`}</p>
      ) : null}
    </li>
  );
}
