-- $1 = "1"
-- $2 = "a"
WITH _rows AS MATERIALIZED (
  SELECT sum(f."amount") AS "p32"
  FROM "note_fact" AS f
  WHERE (NOT (contains(lower(f."note"), lower(CAST($1 AS VARCHAR))) OR contains(lower(f."note"), lower(CAST($2 AS VARCHAR)))) OR f."note" IS NULL)
),
_levels AS (
  SELECT 0 AS "_level", sum("p32") AS "p32"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p32"
  FROM _rows
)
SELECT r."p32"
FROM (
  SELECT "_level", coalesce("p32", 0) AS "p32"
  FROM _levels
) AS r
ORDER BY r."_level", r."p32" DESC NULLS LAST
LIMIT 100002
