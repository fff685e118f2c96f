/** Shows whether live updates are connected. */
export function LiveMark({ connected }: { connected: boolean }) {
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-soft">
      <span
        aria-hidden="true"
        data-on={connected}
        className="size-2.5 rounded-full border-2 border-pending data-[on=true]:border-valid data-[on=true]:bg-valid"
      />
      {connected ? "Live: new clicks appear automatically" : "Connecting..."}
    </p>
  );
}
