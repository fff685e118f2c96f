import { hashKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * Returns a page's view once its data are loaded, and the view before it until then: what is shown stays.
 * A view is also returned if its data cannot be loaded: its part says so.
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
