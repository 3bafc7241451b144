WITH _1_p13 AS MATERIALIZED (
  SELECT f."pay_date" AS "d1", f."player_id" AS "_1_p13_value"
  FROM "pay_order" AS f
  GROUP BY 1, 2
),
_2_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1_p13_rows AS (
  SELECT "d1", count("_1_p13_value") AS "p13"
  FROM _1_p13
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d1", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", max("p13") AS "p13", max("p1") AS "p1"
  FROM (
    SELECT "d1", "p13", NULL AS "p1"
    FROM _1_p13_rows
    UNION ALL
    SELECT "d1", NULL AS "p13", "p1"
    FROM _2_p1_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_1_p13_value") FROM _1_p13) AS "p13", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p13", "p1"
  FROM _rows
)
SELECT r."d1", r."p52"
FROM (
  SELECT r.*, r."p13" / nullif(r."p1", 0) AS "p52"
  FROM (
    SELECT "_level", "d1", coalesce("p13", 0) AS "p13", coalesce("p1", 0) AS "p1"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
