WITH _2_p1 AS MATERIALIZED (
  SELECT f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1
),
_1 AS (
  SELECT sum(f."amount") AS "p11"
  FROM "pay_order" AS f
),
_2_p1_rows AS (
  SELECT count("_2_p1_value") AS "p1"
  FROM _2_p1
),
_3 AS (
  SELECT sum(f."cost") AS "p21"
  FROM "ad_cost" AS f
),
_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p1") AS "p1", sum("p21") AS "p21"
  FROM (
    SELECT "p11", NULL AS "p1", NULL AS "p21"
    FROM _1
    UNION ALL
    SELECT NULL AS "p11", "p1", NULL AS "p21"
    FROM _2_p1_rows
    UNION ALL
    SELECT NULL AS "p11", NULL AS "p1", "p21"
    FROM _3
  ) AS _all
),
_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1", sum("p21") AS "p21"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p1", "p21"
  FROM _rows
)
SELECT r."p11", r."p1", r."p21", r."p51"
FROM (
  SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p51"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1", coalesce("p21", 0) AS "p21"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST
LIMIT 100002
