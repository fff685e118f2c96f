import type { Tx } from "../db/client";

type Proof = { proof: "books" | "stripe"; checks: { name: string; differences: number }[] };

/** Replaces the last results of a proof, those of removed checks included. */
export async function replaceBooksProof(tx: Tx, { proof, checks }: Proof): Promise<void> {
  await tx`/* booksProofs.delete */ delete from books_proofs where proof = ${proof}`;
  await tx`
    /* booksProofs.insert */
    insert into books_proofs (check_name, proof, differences)
    select name, ${proof}, differences
    from unnest(${checks.map(({ name }) => name)}::text[],
      ${checks.map(({ differences }) => differences)}::int[]) as c (name, differences)
    on conflict (check_name) do update
    set proof = excluded.proof, differences = excluded.differences, proved_at = now()`;
}
