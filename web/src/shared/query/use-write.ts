import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * Returns a function that runs work, and does nothing while earlier work of it runs. A button is disabled only with the
 * next render: a second quick tap would pass.
 */
export function useOneAtATime(): (work: () => Promise<unknown>) => Promise<void> {
  const busy = useRef(false);
  return useCallback(async (work) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await work();
    } finally {
      busy.current = false;
    }
  }, []);
}

/** A mutation whose `mutate` does nothing while it runs. A failure is in `error`. */
export function useWrite<Answer, Given = void>(options: UseMutationOptions<Answer, Error, Given>) {
  const oneAtATime = useOneAtATime();
  const { mutateAsync, error, isPending, variables } = useMutation(options);
  const mutate = (given: Given) => {
    oneAtATime(() => mutateAsync(given)).catch(() => {});
  };
  return { mutate, error, isPending, variables };
}
