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
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", sum("p21") AS "p21"
  FROM (
    SELECT "d1", "p11", NULL AS "p21"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p21"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", sum("p21") AS "p21"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p21"
  FROM _rows
)
SELECT r."d1", r."p55", r."p54"
FROM (
  SELECT r.*, r."p54" / nullif(r."p11", 0) AS "p55"
  FROM (
    SELECT r.*, r."p11" - coalesce(r."p21", 0) AS "p54"
    FROM (
      SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p21", 0) AS "p21"
      FROM _levels
    ) AS r
  ) AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
