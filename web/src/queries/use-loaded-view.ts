import { hashKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * Returns the last of a page's views whose data were loaded, so that what is shown stays until then.
 * A view whose data cannot be loaded is returned too: its part says so.
 */
export function useLoadedView<View>(view: View, load: (view: View) => Promise<unknown>): View {
  const [shown, setShown] = useState(view);
  const key = hashKey([view]);
  useEffect(() => {
    let isLeft = false;
    const isSame = (other: View) => hashKey([other]) === key;
    void load(view).finally(() => isLeft || setShown((now) => (isSame(now) ? now : view)));
    return () => {
      isLeft = true;
    };
  }, [key]);
  return shown;
}
