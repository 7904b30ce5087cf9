import * as v from 'valibot';
import { type User, user } from '@/shared/api/shapes';
import { database } from '@/shared/storage/database';

const NAME = 'grow-user';
const VERSION = 2;

/** The stored user: id, name, picture and e-mail, without credentials. Other versions are ignored. */
const keptUser = v.object({ version: v.literal(VERSION), user });

/** Browser storage for one text. Any call may fail. */
export interface Place {
  read: () => Promise<unknown>;
  write: (text: string) => Promise<unknown>;
  clear: () => Promise<unknown>;
}

interface KeptUser {
  recall: () => Promise<User | null>;
  keep: (user: User) => Promise<void>;
  forget: () => Promise<void>;
}

/** Stores the user in the first place that accepts it, and removes it from the others. Never throws. */
export function keptIn(places: readonly Place[]): KeptUser {
  const forget = async () => {
    await Promise.allSettled(places.map((place) => place.clear()));
  };
  return {
    recall: async () => {
      for (const place of places) {
        const found = parse(await place.read().catch(() => null));
        if (found) return found;
      }
      return null;
    },
    keep: async (user) => {
      await forget();
      const text = JSON.stringify({ version: VERSION, user });
      for (const place of places) {
        const taken = await place.write(text).then(
          () => true,
          () => false,
        );
        if (taken) return;
      }
    },
    forget,
  };
}

function parse(text: unknown): User | null {
  try {
    const read = v.safeParse(keptUser, JSON.parse(String(text)));
    return read.success ? read.output.user : null;
  } catch {
    return null;
  }
}

/** IndexedDB, then local storage, then session storage (section 9 of the specification). */
export const browserPlaces: readonly Place[] = [
  inDatabase(),
  webStorage(() => localStorage),
  webStorage(() => sessionStorage),
];

function inDatabase(): Place {
  return {
    read: async () => (await database()).get('user', NAME),
    write: async (text) => (await database()).put('user', text, NAME),
    clear: async () => (await database()).delete('user', NAME),
  };
}

/** Accessing disabled storage may throw, hence the function. */
function webStorage(storage: () => Storage): Place {
  return {
    read: async () => storage().getItem(NAME),
    write: async (text) => storage().setItem(NAME, text),
    clear: async () => storage().removeItem(NAME),
  };
}
