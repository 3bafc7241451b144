// Labels of dictionary codes, loaded through the call that reports use.

import { call } from '#web/api/client.ts'
import {
  useDictionaryLabels as labelsBy,
  readDictionaryLabels,
} from '#web/ui/dictionary/useDictionaryLabels.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import type { Labels } from './reportTableModel.ts'

export const fetchDictionaries = (ids: number[]) =>
  call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null })

export const readLabels = (dictIds: readonly number[]): Promise<Labels> =>
  readDictionaryLabels(dictIds, fetchDictionaries)

export const useDictionaryLabels = (dictIds: readonly number[]): Labels =>
  labelsBy(dictIds, fetchDictionaries)
