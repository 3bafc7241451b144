WITH _1_p1 AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."login_date" AS "d1", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3
),
_1 AS (
  SELECT f."cgi" AS "d3", f."login_date" AS "d1", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1_p1_rows AS (
  SELECT "d3", "d1", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1, 2
),
_2 AS (
  SELECT f."cgi" AS "d3", f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d3", "d1", sum("p2") AS "p2", max("p1") AS "p1", sum("p11") AS "p11"
  FROM (
    SELECT "d3", "d1", "p2", 0 AS "p1", NULL AS "p11"
    FROM _1
    UNION ALL
    SELECT "d3", "d1", NULL AS "p2", "p1", NULL AS "p11"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d3", "d1", NULL AS "p2", NULL AS "p1", "p11"
    FROM _2
  ) AS _all
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d3", sum("p2") AS "p2", max("p1") AS "p1", sum("p11") AS "p11"
  FROM (
    SELECT "d3", "p2", "p1", "p11"
    FROM (
      SELECT "d3", sum("p2") AS "p2", max("p1" * 0) AS "p1", sum("p11") AS "p11"
      FROM _rows
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d3", NULL AS "p2", "p1", NULL AS "p11"
    FROM (
      SELECT "d3", count(DISTINCT "_1_p1_value") AS "p1"
      FROM _1_p1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", NULL AS "d1", sum("p2") AS "p2", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", NULL AS "d1", "p2", "p1", "p11"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d3", "d1", "p2", "p1", "p11"
  FROM _rows
)
SELECT r."d3", r."d1", r."p2", r."p1", r."p51", r."_level"
FROM (
  SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p51"
  FROM (
    SELECT "_level", "d3", "d1", coalesce("p2", 0) AS "p2", coalesce("p1", 0) AS "p1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level" = 0 DESC, r."d3" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
