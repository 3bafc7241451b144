// Tags of players: looked up and set by signed calls under given paths; additional ones stand under
// a prefix of ours.
export * from './contract/looking.ts'
export {
  allTypes,
  longest,
  type OwnTagKind,
  ownTagKinds,
  ownTagKindTitles,
  ownType,
  type SignedQuery,
  signatureSeconds,
  type TagKind,
  type TagValue,
} from './contract/shared.ts'
export * from './contract/updating.ts'
