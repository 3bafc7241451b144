WITH _1 AS (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_2 AS (
  SELECT f."cost_date" AS "d1", sum(f."cost") AS "p21"
  FROM "ad_cost" AS f
  GROUP BY 1
),
_3 AS (
  SELECT f."login_date" AS "d1", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", sum("p21") AS "p21", sum("p2") AS "p2"
  FROM (
    SELECT "d1", "p11", NULL AS "p21", NULL AS "p2"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p21", NULL AS "p2"
    FROM _2
    UNION ALL
    SELECT "d1", NULL AS "p11", NULL AS "p21", "p2"
    FROM _3
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", sum("p21") AS "p21", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p21", "p2"
  FROM _rows
)
SELECT r."d1", r."p11", r."p21", r."p2"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p21", 0) AS "p21", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
