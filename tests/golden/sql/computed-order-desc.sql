WITH _1 AS (
  SELECT f."channel" AS "d4", sum(f."cost") AS "p21", sum(f."clicks") AS "p22"
  FROM "ad_cost" AS f
  GROUP BY 1
),
_2 AS (
  SELECT f."channel" AS "d4", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p21") AS "p21", sum("p22") AS "p22", sum("p2") AS "p2"
  FROM (
    SELECT "d4", "p21", "p22", NULL AS "p2"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p21", NULL AS "p22", "p2"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p21") AS "p21", sum("p22") AS "p22", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p21", "p22", "p2"
  FROM _rows
)
SELECT r."d4", r."p53", r."p2"
FROM (
  SELECT r.*, r."p21" / nullif(r."p22", 0) AS "p53"
  FROM (
    SELECT "_level", "d4", coalesce("p21", 0) AS "p21", coalesce("p22", 0) AS "p22", coalesce("p2", 0) AS "p2"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."p53" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
