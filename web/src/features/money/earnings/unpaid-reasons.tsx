import { t } from "@fairclick/core/language/t";
import type { EarningsResponse } from "@fairclick/core/money/earnings";
import { Card } from "../../../ui/card";
import { Stamp } from "../../../ui/clicks/stamp";
import { Count } from "../../../ui/figure";
import { Line, Lines } from "../../../ui/receipt";

/** Reasons for which clicks earned nothing, or nothing yet. */
export function RefusalReasons({ reasons }: Pick<EarningsResponse, "reasons">) {
  return (
    <Card title={t`Why some clicks earned nothing`}>
      {reasons.length === 0 ? (
        <p className="text-soft">{t`Every click that was judged in this period was paid.`}</p>
      ) : (
        <Lines className="space-y-3">
          {reasons.map(({ verdict, category, clicks }) => (
            <Line
              key={`${verdict} ${category}`}
              label={<Stamp verdict={verdict} reason={category} />}
            >
              <Count of={clicks} />
            </Line>
          ))}
        </Lines>
      )}
    </Card>
  );
}
