import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { metadataFrom } from "../api/metadata";
import { requireObject } from "../api/require";
import { recordEvent } from "../events/record-event";
import { all } from "../world/world";
import { createTransfer } from "./create-transfer";
import { reverseTransfer } from "./reverse-transfer";

export const transferCalls: HandlersOf<"transfers"> = {
  "POST /v1/transfers": createTransfer,

  "GET /v1/transfers": ({ world, params }) => {
    const { destination, transfer_group: group } = params;
    const transfers = all(world, "transfer").filter(
      (transfer) =>
        (destination === undefined || transfer.destination === destination) &&
        (group === undefined || transfer.transfer_group === group),
    );
    return listPage("/v1/transfers", transfers, params);
  },

  "GET /v1/transfers/:id": ({ world, id }) => requireObject(world, "transfer", id),

  "POST /v1/transfers/:id": ({ world, params, id }) => {
    const transfer = requireObject(world, "transfer", id);
    const before = structuredClone(transfer);
    transfer.metadata = metadataFrom(params.metadata, transfer.metadata);
    if (params.description !== undefined) transfer.description = params.description;
    recordEvent(world, "transfer.updated", transfer, { before });
    return transfer;
  },

  "POST /v1/transfers/:id/reversals": reverseTransfer,

  "GET /v1/transfers/:id/reversals": ({ world, params, id }) => {
    const { reversals } = requireObject(world, "transfer", id);
    return listPage(`/v1/transfers/${id}/reversals`, reversals.data, params);
  },
};
