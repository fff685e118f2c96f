import { type Dispatch, useEffect } from "react";
import { toAct } from "./act-dialog";
import { actOnEach } from "./act-on-each";
import { explainError, explainRequest } from "./explain-error";
import type { InspectApi } from "./inspect-api";
import type { Event } from "./reduce";
import { type State, selectedClick } from "./state";

/** The detail is requested after the cursor rests for this long. */
const REST_MS = 120;

const TICK_MS = 1_000;
/** Interval of sums: they read up to 100,000 clicks, too many for each poll. */
const SUM_MS = 30_000;

type Connection = {
  api: InspectApi;
  dispatch: Dispatch<Event>;
  now: () => Date;
  pollMs: number;
};

/** Performs the requests of the state and dispatches their results. */
export function useInspectData(state: State, connection: Connection): void {
  useClock(connection);
  usePolling(connection);
  useList(state, connection);
  useTotals(state, connection);
  useGroups(state, connection);
  useRanks(state, connection);
  useRelated(state, connection);
  useTimeline(state, connection);
  useDetail(state, connection);
  useAct(state, connection);
}

function useClock({ dispatch, now }: Connection): void {
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: "ticked", now: now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [dispatch, now]);
}

function usePolling({ dispatch, pollMs }: Connection): void {
  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: "polled" }), pollMs);
    return () => clearInterval(timer);
  }, [dispatch, pollMs]);
}

function useList({ list, filter }: State, { api, dispatch }: Connection): void {
  const { request } = list;
  useEffect(() => {
    if (!request) return;
    api.list(filter, request).then(
      (page) => dispatch({ type: "listed", request, page }),
      (error) => dispatch({ type: "notRead", request, ...explainRequest(error) }),
    );
  }, [api, dispatch, filter, request]);
}

/** Reads the sums of the filter. Shows none if they cannot be read: the list reports the error. */
function useTotals({ filter }: State, { api, dispatch }: Connection): void {
  useEffect(() => {
    const read = () =>
      api.sum(filter).then(
        (totals) => dispatch({ type: "summed", filter, totals }),
        () => dispatch({ type: "summed", filter, totals: null }),
      );
    read();
    const timer = setInterval(read, SUM_MS);
    return () => clearInterval(timer);
  }, [api, dispatch, filter]);
}

function useGroups({ groups, filter }: State, { api, dispatch }: Connection): void {
  const request = groups?.request ?? null;
  useEffect(() => {
    if (!request) return;
    api.group(filter, request).then(
      (page) => dispatch({ type: "grouped", request, page }),
      (error) => dispatch({ type: "notRead", request, ...explainRequest(error) }),
    );
  }, [api, dispatch, filter, request]);
}

function useRanks({ ranks, filter }: State, { api, dispatch }: Connection): void {
  const request = ranks?.request ?? null;
  useEffect(() => {
    if (!request) return;
    api.rank(filter, request).then(
      (page) => dispatch({ type: "ranked", request, page }),
      (error) => dispatch({ type: "notRead", request, ...explainRequest(error) }),
    );
  }, [api, dispatch, filter, request]);
}

function useRelated({ dialog }: State, { api, dispatch }: Connection): void {
  const userId = dialog?.kind === "related" ? dialog.userId : null;
  useEffect(() => {
    if (userId === null) return;
    api.relate(userId).then(
      (lines) => dispatch({ type: "related", userId, lines }),
      (error) => dispatch({ type: "notRelated", userId, message: explainError(error) }),
    );
  }, [api, dispatch, userId]);
}

function useTimeline({ dialog }: State, { api, dispatch }: Connection): void {
  const request = dialog?.kind === "timeline" ? dialog.wanted : null;
  useEffect(() => {
    if (!request) return;
    api.timeline(request).then(
      (page) => dispatch({ type: "timed", request, page }),
      (error) => dispatch({ type: "notTimed", request, message: explainError(error) }),
    );
  }, [api, dispatch, request]);
}

function useDetail(state: State, { api, dispatch }: Connection): void {
  const id = selectedClick(state)?.id ?? null;
  const isKnown = state.details.some((detail) => detail.id === id);
  useEffect(() => {
    if (id === null || isKnown) return;
    let matchesFilter = true;
    const timer = setTimeout(() => {
      api.show(id).then(
        (detail) => matchesFilter && dispatch({ type: "shown", detail }),
        (error) => matchesFilter && dispatch({ type: "notShown", message: explainError(error) }),
      );
    }, REST_MS);
    return () => {
      matchesFilter = false;
      clearTimeout(timer);
    };
  }, [api, dispatch, id, isKnown]);
}

function useAct({ dialog }: State, { api, dispatch }: Connection): void {
  useEffect(() => {
    if (dialog?.kind !== "act") return;
    if (dialog.stage !== "checking" && dialog.stage !== "doing") return;
    const dryRun = dialog.stage === "checking";
    const type = dryRun ? "previewed" : "acted";
    let isWanted = true;
    const act = toAct(dialog);
    const work =
      act.kind === "each"
        ? actOnEach(act, dryRun, {
            perform: api.act,
            explain: explainRequest,
            report: (ended) => dispatch({ type: "progressed", dialog, ended }),
            isWanted: () => isWanted,
          })
        : api.act(act, dryRun);
    work.then(
      (outcome) => dispatch({ type, dialog, outcome }),
      (error) => dispatch({ type: "refused", dialog, message: explainError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [api, dispatch, dialog]);
}
