import { createFileRoute } from "@tanstack/react-router";
import { EarningsPage } from "../../../money/earnings";
import {
  type EarningsDays,
  earningsQuery,
  isEarningsDays,
  ORDINARY_DAYS,
} from "../../../queries/earnings";
import { walletQuery } from "../../../queries/money";

type EarningsSearch = { days?: EarningsDays | undefined };

export const Route = createFileRoute("/app/_signed-in/earnings")({
  validateSearch: ({ days }): EarningsSearch => ({ days: isEarningsDays(days) ? days : undefined }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchQuery(earningsQuery(ORDINARY_DAYS));
  },
  component: Earnings,
});

function Earnings() {
  const { days = ORDINARY_DAYS } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EarningsPage
      days={days}
      onDays={(next) =>
        void navigate({ search: { days: next }, replace: true, resetScroll: false })
      }
    />
  );
}
