WITH _2_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d4", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_3 AS (
  SELECT f."channel" AS "d4", sum(f."cost") AS "p21"
  FROM "ad_cost" AS f
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p11") AS "p11", max("p1") AS "p1", sum("p21") AS "p21"
  FROM (
    SELECT "d4", "p11", NULL AS "p1", NULL AS "p21"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p11", "p1", NULL AS "p21"
    FROM _2_p1_rows
    UNION ALL
    SELECT "d4", NULL AS "p11", NULL AS "p1", "p21"
    FROM _3
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1", sum("p21") AS "p21"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p1", "p21"
  FROM _rows
)
SELECT r."d4", r."p11", r."p1", r."p21"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1", coalesce("p21", 0) AS "p21"
  FROM _levels
) AS r
ORDER BY r."_level", r."d4" ASC NULLS LAST
LIMIT 100002
