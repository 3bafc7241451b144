-- $1 = "2"
-- $2 = "4"
WITH _rows AS MATERIALIZED (
  SELECT sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  WHERE f."player_id" >= CAST($1 AS BIGINT) AND f."player_id" <= CAST($2 AS BIGINT)
),
_levels AS (
  SELECT 0 AS "_level", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p2"
  FROM _rows
)
SELECT r."p2"
FROM (
  SELECT "_level", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p2" DESC NULLS LAST
LIMIT 100002
