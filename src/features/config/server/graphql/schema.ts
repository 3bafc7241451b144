// The GraphQL schema: callers elsewhere rely on the names in snake case.

/** Of every kind. */
const told = /* GraphQL */ `
    revision: Int!
    modified_at: String!
    "Who made it and who changed it last; empty: the installation. Null without search_config, as uses is."
    owner: String
    modified_by: String
    "How many reports, formulas and definitions name it themselves, other people's private ones too."
    uses: Int
`

/** Of what is found by its name. */
const named = /* GraphQL */ `
    "Readings of the name, one syllable a character; see src/shared/pinyin.ts."
    pinyin: String!
    "Its category's name."
    category: String
`

export const schemaText = /* GraphQL */ `
  "Any JSON value."
  scalar Json

  type Dimension {
    id: Int!
    table_id: Int
    table_truename: String
    count_quantum: String
    update_frequency: String!
    cgi_filter: Boolean!
    types: String!
    name: String!
    form_type: String!
    describe: String!
    "Its expression is null without search_config."
    info: Json!
    create_time: String!
    dim_typeId: Int
    ${named}
    ${told}
  }

  type Point {
    id: Int!
    table_id: Int
    point_typeId: Int
    "Null without search_config, as event_filter and filter are."
    name_sql: String
    event_filter: String
    filter: String
    types: String!
    name: String!
    describe: String!
    info: Json!
    note: String!
    create_time: String!
    ${named}
    "Its point table's name; null for a computed point."
    table_name: String
    ${told}
  }

  type DimensionTable {
    id: Int!
    name: String!
    table_truename: String!
    key_column: String!
    game_column: String
    joins: [Join!]!
    describe: String!
    create_time: String!
    ${told}
  }

  type Join {
    dimTableId: Int!
    column: String!
    "Tells several joins of one dimension table apart; null for the one without."
    role: String
  }

  type PointTable {
    id: Int!
    name: String!
    table_truename: String!
    date_column: String
    time_column: String
    game_column: String
    grain_key: [String!]!
    update_frequency: String!
    describe: String!
    joins: [Join!]!
    create_time: String!
    ${told}
  }

  type Category {
    id: Int!
    kind: String!
    name: String!
    order: Int!
    ${told}
  }

  type Config {
    dimensions: [Dimension!]!
    points: [Point!]!
    dimensionTables: [DimensionTable!]!
    pointTables: [PointTable!]!
    categories: [Category!]!
  }

  type Query {
    """
    where: { field: value, list or null }; filter: { field: { operator: value } } with eq, ne, in, notIn, gt, gte,
    lt, lte, contains, isNull; like: a text to find in names and descriptions, or { field: text };
    order: "field", "field desc", several by commas.
    """
    allDimension(offset: Int = 0, limit: Int = 100, filter: Json, like: Json, where: Json, order: String): [Dimension!]!
    allPoint(offset: Int = 0, limit: Int = 100, filter: Json, like: Json, where: Json, order: String): [Point!]!
    "How many there are by the same conditions."
    countDimension(filter: Json, like: Json, where: Json): Int!
    countPoint(filter: Json, like: Json, where: Json): Int!
    allConfig: Config!
  }
`
