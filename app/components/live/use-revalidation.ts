import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";

/** Revalidates when nothing else is loading: aborting a load would report an error. */
export function useRevalidation(): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const [isRequested, setRequested] = useState(false);
  const isIdle = state === "idle" && navigation.state === "idle";
  useEffect(() => {
    if (!isRequested || !isIdle) return;
    setRequested(false);
    revalidate();
  }, [isRequested, isIdle, revalidate]);
  return useCallback(() => setRequested(true), []);
}
