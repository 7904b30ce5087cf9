import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWithConsent } from '@/domain/consent/use-with-consent';
import type { Api } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { NewerQuestion, type Versions } from './newer-question';
import { useKeepRecord } from './use-keep-record';

/** The problem of a save over a version that does not stand any more. */
const CHANGED = 'record-changed';

type Put = (api: Api, header: { 'If-Match': string }) => Promise<FarmerRecord>;

interface SaveRecord {
  /** The record that the form shows: the one that it began with, or a newer one that the farmer took. */
  record: FarmerRecord;
  /**
   * Saves a part of the record over what the farmer has seen: by default what the form shows. If this part was changed
   * elsewhere meanwhile, asks which one shall stand. Returns false if the farmer took the newer one; rejects if they went back to the form.
   */
  save: (mine: string, put: Put, seen?: FarmerRecord) => Promise<boolean>;
  question: ReactNode;
}

interface Asked extends Versions {
  answer: (answer: 'mine' | 'newer' | 'back') => void;
}

/**
 * Saves of a form never overwrite unseen what was saved in another tab or on another phone. `told` tells the part of a
 * record that the form is about: changes of other parts ask nothing.
 */
export function useSaveRecord(given: FarmerRecord, told: (record: FarmerRecord) => string): SaveRecord {
  const keep = useKeepRecord();
  const client = useQueryClient();
  const withConsent = useWithConsent();
  const [record, setRecord] = useState(given);
  const [asked, setAsked] = useState<Asked | null>(null);

  const ask = async (versions: Versions) => {
    const answer = await new Promise<'mine' | 'newer' | 'back'>((resolve) =>
      setAsked({ ...versions, answer: resolve }),
    );
    setAsked(null);
    return answer;
  };

  /** Sends a save over a version of the record. Returns null if that is not the one that stands. */
  const sent = async (seen: FarmerRecord, put: Put): Promise<FarmerRecord | null> => {
    try {
      return await withConsent((api) => put(api, { 'If-Match': `"${seen.revision}"` }));
    } catch (error) {
      if (error instanceof ApiError && error.type === CHANGED) return null;
      throw error;
    }
  };

  const stands = (one: FarmerRecord) => {
    setRecord(one);
    keep(one);
  };

  const save = async (mine: string, put: Put, seen = record): Promise<boolean> => {
    const saved = await sent(seen, put);
    if (saved) {
      stands(saved);
      return true;
    }
    const newer = await client.fetchQuery({ ...recordQuery, staleTime: 0 });
    const now = told(newer);
    const answer = now === told(seen) || now === mine ? 'mine' : await ask({ now, mine });
    if (answer === 'mine') return save(mine, put, newer);
    if (answer === 'back') throw new ApiError(CHANGED, 412, '');
    stands(newer);
    return false;
  };

  const question = asked && <NewerQuestion versions={asked} onAnswer={asked.answer} />;
  return { record, save, question };
}

/** Said after the farmer took what was saved elsewhere. */
export const newerKept = () => t`Nothing was changed. The newer one stays.`;
