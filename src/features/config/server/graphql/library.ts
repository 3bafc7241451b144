// The graphql library as mercurius has it: required, not imported. Its ES module is a second copy, whose classes
// are strangers to the first one's.
import { createRequire } from 'node:module'

type Library = Pick<
  typeof import('graphql'),
  'GraphQLError' | 'GraphQLScalarType' | 'Kind' | 'parse' | 'valueFromASTUntyped'
>

export const { GraphQLError, GraphQLScalarType, Kind, parse, valueFromASTUntyped }: Library = createRequire(
  import.meta.url,
)('graphql')
