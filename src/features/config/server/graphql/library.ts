// The graphql library instance of mercurius: required, not imported, because the ES module would be a second
// copy with different classes.
import { createRequire } from 'node:module'

type Library = Pick<
  typeof import('graphql'),
  'GraphQLError' | 'GraphQLScalarType' | 'Kind' | 'parse' | 'valueFromASTUntyped'
>

export const { GraphQLError, GraphQLScalarType, Kind, parse, valueFromASTUntyped }: Library = createRequire(
  import.meta.url,
)('graphql')
