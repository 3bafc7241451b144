-- $1 = ["x"]
WITH _rows AS MATERIALIZED (
  SELECT f."cost_date" AS "d1", sum(f."cost") AS "p21", sum(f."clicks") AS "p22"
  FROM "ad_cost" AS f
  WHERE f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p21") AS "p21", sum("p22") AS "p22"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p21", "p22"
  FROM _rows
)
SELECT r."d1", r."p53"
FROM (
  SELECT r.*, r."p21" / nullif(r."p22", 0) AS "p53"
  FROM (
    SELECT "_level", "d1", coalesce("p21", 0) AS "p21", coalesce("p22", 0) AS "p22"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
