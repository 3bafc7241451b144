-- $1 = ["y"]
WITH _prior1_rows AS MATERIALIZED (
  SELECT count(*) AS "p13"
  FROM "compared_sale" AS f
),
_prior1_levels AS (
  SELECT 0 AS "_level", coalesce(sum("p13"), 0) AS "p13"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p13"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "p13"
  FROM _prior1_levels AS r
  WHERE r."_level" IN (0, 1)
),
_rows AS MATERIALIZED (
  SELECT count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
),
_levels AS (
  SELECT 0 AS "_level", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p13"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END AS "p13_prev", r."p13" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END, 0) - 1 AS "p13_diff"
  FROM _levels AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level"
)
SELECT r."p13", r."p13_prev", r."p13_diff"
FROM _compared AS r
ORDER BY r."_level", r."p13" DESC NULLS LAST
LIMIT 100002
